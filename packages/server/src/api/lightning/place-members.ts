import type { AddressPlace } from '@glassblock/lightning';

/** Returns names of a place. */
export const namesOf = (place: AddressPlace | undefined) => ({
  city: place?.city?.names ?? null,
  country: place?.country?.names ?? null,
  iso_code: place?.country?.isoCode ?? null,
});
/** Returns the provider of an address. */
export const providerOf = (place: AddressPlace | undefined) => ({
  as_number: place?.asNumber ?? null,
  isp: place?.organization ?? null,
});

/** Returns the coordinates of a place. */
export const coordinatesOf = (place: AddressPlace | undefined) => ({
  longitude: place?.longitude ?? null,
  latitude: place?.latitude ?? null,
});

/** Returns the members of a node of a ranking of its place; the subdivision is JSON as text. */
export const rankedPlace = (place: AddressPlace | undefined) => ({
  ...namesOf(place),
  subdivision: place?.subdivision === undefined ? null : JSON.stringify(place.subdivision.names),
});
