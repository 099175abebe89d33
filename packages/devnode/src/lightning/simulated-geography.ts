import { seededRandom } from '@glassblock/primitives';

interface SimulatedNetwork {
  prefix: string;
  value: SimulatedPlace | SimulatedProvider;
}

interface SimulatedPlace {
  city: { geoname_id: number; names: { en: string } };
  country: { geoname_id: number; iso_code: string; names: { en: string } };
  location: { latitude: number; longitude: number };
}

interface SimulatedProvider {
  autonomous_system_number: number;
  autonomous_system_organization: string;
}

/** Countries with cities: name, latitude, longitude, and relative frequency of the city. */
const cities: Readonly<Record<string, readonly (readonly [string, number, number, number])[]>> = {
  'US United States': [
    ['Ashburn', 39.04, -77.49, 9],
    ['New York', 40.71, -74.01, 5],
    ['Dallas', 32.78, -96.8, 4],
    ['Los Angeles', 34.05, -118.24, 4],
    ['Seattle', 47.61, -122.33, 3],
    ['Chicago', 41.88, -87.63, 3],
  ],
  'DE Germany': [
    ['Frankfurt am Main', 50.11, 8.68, 8],
    ['Nuremberg', 49.45, 11.08, 6],
    ['Berlin', 52.52, 13.4, 4],
  ],
  'CA Canada': [
    ['Toronto', 43.65, -79.38, 4],
    ['Montreal', 45.5, -73.57, 3],
  ],
  'FR France': [
    ['Paris', 48.86, 2.35, 4],
    ['Roubaix', 50.69, 3.18, 3],
  ],
  'NL Netherlands': [['Amsterdam', 52.37, 4.9, 5]],
  'GB United Kingdom': [['London', 51.51, -0.13, 5]],
  'CH Switzerland': [['Zurich', 47.37, 8.54, 4]],
  'FI Finland': [['Helsinki', 60.17, 24.94, 4]],
  'SE Sweden': [['Stockholm', 59.33, 18.07, 2]],
  'PL Poland': [['Warsaw', 52.23, 21.01, 2]],
  'CZ Czechia': [['Prague', 50.08, 14.44, 2]],
  'IT Italy': [['Milan', 45.46, 9.19, 2]],
  'ES Spain': [['Madrid', 40.42, -3.7, 2]],
  'AT Austria': [['Vienna', 48.21, 16.37, 2]],
  'JP Japan': [['Tokyo', 35.69, 139.69, 3]],
  'SG Singapore': [['Singapore', 1.35, 103.82, 3]],
  'AU Australia': [
    ['Sydney', -33.87, 151.21, 2],
    ['Melbourne', -37.81, 144.96, 1],
  ],
  'BR Brazil': [['São Paulo', -23.55, -46.63, 3]],
  'AR Argentina': [['Buenos Aires', -34.6, -58.38, 1]],
  'SV El Salvador': [['San Salvador', 13.69, -89.22, 2]],
  'ZA South Africa': [['Johannesburg', -26.2, 28.05, 1]],
  'IN India': [['Mumbai', 19.08, 72.88, 1]],
  'KR South Korea': [['Seoul', 37.57, 126.98, 1]],
  'NG Nigeria': [['Lagos', 6.52, 3.38, 1]],
};

const providerNames = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite', 'Harbor', 'Indigo', 'Juniper'];
/** Numbers for documentation begin here (RFC 5398). */
const firstAsNumber = 64_496;
const seed = 5398;

/** The ranges for documentation of which simulated nodes announce addresses, in small networks. */
function prefixes(): string[] {
  const ipv4 = ['192.0.2', '198.51.100', '203.0.113'].flatMap((range) =>
    Array.from({ length: 64 }, (_, at) => `${range}.${4 * at}/30`),
  );
  const ipv6 = Array.from({ length: 128 }, (_, at) => `2001:db8:${(at << 9).toString(16)}::/39`);
  return [...ipv4, ...ipv6];
}

/** Records of geographic files. */
export interface SimulatedGeography {
  places: SimulatedNetwork[];
  providers: SimulatedNetwork[];
}

/**
 * Returns records of geographic files for the addresses of simulated nodes: real cities, to which the addresses do not
 * belong, and providers that do not exist. It is the same in each process.
 */
export function simulatedGeography(): SimulatedGeography {
  const random = seededRandom(seed);
  const between = (count: number) => Math.floor(random() * count);
  const all = Object.entries(cities).flatMap(([country, ofCountry], at) => {
    const [isoCode = '', name = ''] = [country.slice(0, 2), country.slice(3)];
    return ofCountry.flatMap(([cityName, latitude, longitude, weight], cityAt) => {
      const place: SimulatedPlace = {
        city: { geoname_id: 1_000 + 10 * at + cityAt, names: { en: cityName } },
        country: { geoname_id: 1 + at, iso_code: isoCode, names: { en: name } },
        location: { latitude, longitude },
      };
      return Array.from({ length: weight }, () => place);
    });
  });
  const providers = providerNames.map((name, at) => ({
    autonomous_system_number: firstAsNumber + at,
    autonomous_system_organization: `${name} Hosting (simulated)`,
  }));
  return {
    places: prefixes().map((prefix) => ({ prefix, value: all[between(all.length)]! })),
    // a few large ones
    providers: prefixes().map((prefix) => ({
      prefix,
      value: providers[Math.floor(random() ** 2 * providers.length)]!,
    })),
  };
}
