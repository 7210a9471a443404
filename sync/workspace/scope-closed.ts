/** The error of every call after the person has left. */
export class ScopeClosed extends Error {
  constructor() {
    super('this person has left the device');
    this.name = 'ScopeClosed';
  }
}
