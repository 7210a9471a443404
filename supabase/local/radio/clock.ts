export interface Clock {
  /** Monotonic, in milliseconds. */
  now(): number;
  /** Unix time in milliseconds. */
  wall(): number;
}
