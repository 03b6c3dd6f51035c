// Loaded by `npm run bench` into the measured process: writes its CPU time and peak memory when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const file = process.env.REVI_USAGE_FILE;
  if (file !== undefined)
    writeFileSync(file, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, maxRssMb: maxRSS / 1024 }));
});
