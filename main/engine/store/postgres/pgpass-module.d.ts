/** The part of pgpass that is used, which has no types. */
declare module 'pgpass' {
  /** Told what the file of passwords has for a server; undefined where it has nothing, or there is none. */
  export default function pgpass(
    asking: {
      host: string;
      port: number;
      database: string | undefined;
      user: string | undefined;
    },
    found: (password: string | undefined) => void,
  ): void;
}
