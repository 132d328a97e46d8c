// Boxes on the page, for the scripts that look at it.
const shared = (one, other) => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
const empty = ({ left, top, right, bottom }) => left >= right || top >= bottom;
const inWindow = (box) => shared(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });

// What is left of a box in an element where everything around has cut off what is too much. A
// box that is positioned is cut only by what it is positioned in.
const uncut = (box, element) => {
  let positioned = false;
  for (let around = element; around; around = around.parentElement) {
    const { overflow, position } = getComputedStyle(around);
    if (positioned && position === "static") continue;
    if (overflow !== "visible") box = shared(box, around.getBoundingClientRect());
    if (position === "fixed") break;
    positioned = position === "absolute";
  }
  return box;
};
