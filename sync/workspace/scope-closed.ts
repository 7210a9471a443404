/** Methods that need the stores reject with this error once their scope is closed (SY-19). */
export class ScopeClosed extends Error {
  constructor() {
    super('this person has left the device');
    this.name = 'ScopeClosed';
  }
}
