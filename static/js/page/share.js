// Gives a link to the phone, which knows whom to send it to; else copies it.
const { clipboard } = navigator;

const offer = () => {
  if (!navigator.share && !clipboard) return; // over plain http browsers have neither
  for (const button of document.querySelectorAll("[data-share]")) button.parentElement.hidden = false;
};

addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  const { share: url, copied } = button.dataset;
  if (navigator.share) return navigator.share({ url }).catch(() => {}); // thought better of
  await clipboard.writeText(url);
  button.textContent = copied;
});
addEventListener("htmx:after:swap", offer);
offer();
