// What a type checker does not find.
export default [
  { ignores: ["src/**/preact.js", "src/**/htm.js"] }, // from npm, as they are
  {
    files: ["app/*.js", "tests/verify.js", "src/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "consistent-return": "error",
      eqeqeq: "error",
      "max-len": ["error", { code: 140, comments: 160, ignoreTemplateLiterals: true, ignoreUrls: true }], // templates are written as HTML is
      "no-console": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-coercion": "error",
      "no-shadow": "error",
      "no-unused-vars": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["src/**/facts.js"], rules: { "max-len": "off" } }, // written by a command
];
