/** The error of every call after its scope was closed (SY-19). */
export class ScopeClosed extends Error {
  constructor() {
    super('this person has left the device');
    this.name = 'ScopeClosed';
  }
}
