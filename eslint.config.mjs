import js from "@eslint/js";

export default [
  {
    files: ["static/js/*.js"],
    languageOptions: { sourceType: "script" },
    rules: {
      ...js.configs.recommended.rules,
      "no-undef": "off", // the type checker knows more
      "max-lines": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-shadow": "error",
      "no-implicit-globals": "error",
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
