// A limit on every wait for the site.
const LIMIT = 15000; // ms

/** @param {string} address @param {RequestInit} [options] */
export const fetchInTime = (address, options) =>
  fetch(address, { ...options, signal: AbortSignal.timeout?.(LIMIT) });
