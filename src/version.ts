/** The suite's version; a plan of another version is refused (SU-41). A test holds it equal to package.json's. */
export const VERSION = '0.1.0';
