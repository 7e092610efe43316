/** The same keys with words of another language: a key that is missing or too many is a type error. */
export type Translated<T> = {
  readonly [Key in keyof T]: T[Key] extends string ? string : Translated<T[Key]>;
};
