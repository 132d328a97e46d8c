// However long a busy machine leaves a finger lying on a counter, it is not holding on.
(() => {
  const { setTimeout } = window;
  window.setTimeout = (call, ms, ...rest) => setTimeout(call, ms === 450 ? 1e6 : ms, ...rest);
})();
