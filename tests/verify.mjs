// What the second checker says of certificates: node tests/verify.mjs < certificates.json, a list of texts with a character for each byte.
import fs from "node:fs";
import { CertificateError, verify } from "./verify.js";

function answer(text) {
  try {
    const { model, objective, value, scale } = verify(text);
    return { model, objective, value: value.map((gain) => gain / scale) };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    return { line: error.line, problem: error.message };
  }
}

console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(answer)));
