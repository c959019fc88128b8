// Removes the addresses from web/package-lock.json, so that packages can come from any registry.
// Run it after every `npm install` that changes the lock file.
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../web/package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const entry of Object.values(lock.packages)) {
  delete entry.funding;
  delete entry.resolved;
  // The notes on deprecated packages contain addresses too, and installing does not need them.
  delete entry.deprecated;
}
writeFileSync(path, JSON.stringify(lock, null, 2) + '\n');
