// Plain JavaScript: an older Node cannot read TypeScript. npm scripts load it before a program in TypeScript.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// better-sqlite3 13 crashes below Node 22.14, so this shows a message instead.
if (major < 22 || (major === 22 && minor < 14)) {
  process.stderr.write(
    `This needs Node 22.14 or newer, and this is ${process.versions.node}. Use "npm start": it brings its own.\n`,
  );
  process.exit(1);
}
