// Takes the addresses out of web/package-lock.json: where packages come from is the business of whoever installs them.
// Run it after every `npm install` that changes the lock file.
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../web/package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const entry of Object.values(lock.packages)) {
  delete entry.funding;
  delete entry.resolved;
  // A note to whoever still uses an old package; it names addresses, and installing does not need it.
  delete entry.deprecated;
}
writeFileSync(path, JSON.stringify(lock, null, 2) + '\n');
