import js from "@eslint/js";

export default [
  {
    files: ["static/js/**/*.js"],
    languageOptions: { sourceType: "module" },
    rules: {
      ...js.configs.recommended.rules,
      "no-undef": "off", // the types know more
      "max-lines": ["error", { max: 150, skipBlankLines: true, skipComments: true }],
      "no-shadow": "error",
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "VariableDeclarator[id.type=ArrayPattern][init.type=ArrayExpression]",
          message: "One name a line: these have nothing to do with each other.",
        },
      ],
    },
  },
];
