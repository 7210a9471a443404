/** Every call rejects with this error after its scope was closed (SY-19). */
export class ScopeClosed extends Error {
  constructor() {
    super('this person has left the device');
    this.name = 'ScopeClosed';
  }
}
