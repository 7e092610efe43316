/** Moves the data of a directory to a database server and back, for the command line. */
export {
  type DataMoveProgress,
  moveToDatabase,
  moveToFiles,
  StoreProblem,
} from './store/index.ts';
