/**
 * `node:http` as it is. Imported as an ES module all of its properties are read, and one of them loads a whole other HTTP
 * client: 30 ms and 2.4 MB in each thread.
 */
export const http = process.getBuiltinModule('node:http');
