import { parse } from 'bowser';
import { deviceTexts } from '../../components/offline/device-texts.ts';

interface DescribedDevice {
  /** Such as 'Safari on iPhone'. */
  name: string;
  isHandheld: boolean;
}

/** Describes a device so that its owner recognizes it. @param userAgent null if unknown */
export function describeDevice(userAgent: string | null): DescribedDevice {
  // Bowser throws for an empty text.
  if (!userAgent) return { name: deviceTexts.sessions.unknownDevice, isHandheld: false };
  const { browser, os, platform } = parse(userAgent);
  // The model of an Android device is missing, or a code that its owner does not know.
  const machine = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  const isHandheld = platform.type === 'mobile' || platform.type === 'tablet';
  // Some browser names already contain the system, such as 'Samsung Internet for Android'.
  if (browser.name && machine && !browser.name.includes(machine))
    return { name: deviceTexts.sessions.browserOn(browser.name, machine), isHandheld };
  return { name: browser.name || machine || deviceTexts.sessions.unknownDevice, isHandheld };
}
