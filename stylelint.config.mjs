/** Text follows the size people set on their phones, and pages read in both directions. */
export default {
  extends: "stylelint-config-recommended",
  rules: {
    "declaration-block-single-line-max-declarations": 1,
    "declaration-property-unit-disallowed-list": { "/^(font|font-size|line-height)$/": ["px"] },
    "declaration-property-value-disallowed-list": { "/^(text-align|float)$/": ["left", "right"] },
    // It compares rules that never meet on one element.
    "no-descending-specificity": null,
    "property-disallowed-list": ["left", "right", "/^(margin|padding|border)-(left|right)/"],
  },
};
