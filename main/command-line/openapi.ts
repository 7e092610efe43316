import { openApiDocument } from '../engine/openapi.ts';
import { type Command, exitCodes, UsageProblem } from './command.ts';

export const openapi: Command = {
  summary: 'prints the OpenAPI 3.1 document of what the receiver answers',
  usage: `openapi

  Prints JSON. The receiver serves the same at /openapi.json, with the key.`,
  run: async (run) => {
    if (run.arguments.length > 0) throw new UsageProblem('openapi takes no options.');
    run.print(JSON.stringify(openApiDocument(), null, 2));
    return exitCodes.done;
  },
};
