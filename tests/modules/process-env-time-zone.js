// Setting TZ changes local times at once.
const date = new Date(Date.UTC(2026, 6, 1, 12));
for (const zone of ['Europe/Berlin', 'America/New_York', ':Asia/Tokyo', 'UTC']) {
  process.env.TZ = zone;
  console.log(date.toString(), new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
