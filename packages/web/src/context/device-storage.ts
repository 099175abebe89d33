import { createContext, use, useEffect, useState } from 'react';
import { createDeviceStorage, type DeviceStorage } from '../data/device-storage.ts';

/** The storage of this app instance. */
export const DeviceStorageContext = createContext<DeviceStorage | undefined>(undefined);

/** Returns the storage of this app instance. */
export function useDeviceStorage(): DeviceStorage {
  const storage = use(DeviceStorageContext);
  if (storage === undefined) throw new Error('no device storage in this context');
  return storage;
}

/** Creates the storage of an app instance; it is read after the first paint. */
export function useOwnDeviceStorage(): DeviceStorage {
  const [storage] = useState(() => createDeviceStorage(() => localStorage));
  useEffect(() => storage.load(), [storage]);
  return storage;
}
