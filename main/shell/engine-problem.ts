/** Why the engine did not start or is gone; `message` is one plain sentence for a person. */
export class EngineProblem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'EngineProblem';
    this.code = code;
  }
}
