/** A vocabulary of CBV 2.0 (section 7): its words, and the prefixes of its two forms as URI. */
interface CbvVocabulary {
  readonly words: ReadonlySet<string>;
  /** As in EPCIS 1.2 and XML. */
  readonly urn: string;
  /** As in linked data. */
  readonly web: string;
  /** The same with a prefix that GS1's context declares. */
  readonly curie: string;
}

const vocabulary = (urn: string, term: string, words: string): CbvVocabulary => ({
  words: new Set(words.trim().split(/\s+/)),
  urn: `urn:epcglobal:cbv:${urn}:`,
  web: `https://ref.gs1.org/cbv/${term}-`,
  curie: `cbv:${term}-`,
});

const disposition = vocabulary(
  'disp',
  'Disp',
  `active available completeness_inferred completeness_verified conformant container_closed container_open damaged destroyed
  dispensed disposed encoded expired in_progress in_transit inactive mismatch_class mismatch_instance mismatch_quantity
  needs_replacement no_pedigree_match non_conformant non_sellable_other partially_dispensed recalled reserved retail_sold returned
  sellable_accessible sellable_not_accessible stolen unavailable unknown`,
);

export const vocabularies = {
  bizStep: vocabulary(
    'bizstep',
    'BizStep',
    `accepting arriving assembling collecting commissioning consigning creating_class_instance cycle_counting decommissioning
    departing destroying disassembling dispensing encoding entering_exiting holding inspecting installing killing loading other
    packing picking receiving removing repackaging repairing replacing reserving retail_selling sampling sensor_reporting shipping
    staging_outbound stock_taking stocking storing transporting unloading unpacking void_shipping`,
  ),
  disposition,
  bizTransaction: vocabulary(
    'btt',
    'BTT',
    'bol cert desadv inv pedigree po poc prodorder recadv rma testprd testres upevt',
  ),
  sourceOrDestination: vocabulary('sdt', 'SDT', 'location owning_party possessing_party'),
  errorReason: vocabulary('er', 'ER', 'did_not_occur incorrect_data'),
  component: vocabulary(
    'comp',
    'Comp',
    `altitude axial_distance azimuth easting elevation_angle height latitude longitude northing polar_angle spherical_radius
    x y z`,
  ),
} as const;
/** A vocabulary of CBV, or one of the two of sensors, which are GS1's web vocabulary. */
export type VocabularyName = keyof typeof vocabularies | 'measurement' | 'alert';

const measurements = new Set(
  `AbsoluteHumidity AbsorbedDose AbsorbedDoseRate Acceleration Radioactivity Altitude AmountOfSubstance
  AmountOfSubstancePerUnitVolume Angle AngularAcceleration AngularMomentum AngularVelocity Area Capacitance Conductance Conductivity
  Count Density Dimensionless DoseEquivalent DoseEquivalentRate DynamicViscosity ElectricCharge ElectricCurrent
  ElectricCurrentDensity ElectricFieldStrength Energy Exposure Force Frequency Illuminance Inductance Irradiance KinematicViscosity
  Length LinearMomentum Luminance LuminousFlux LuminousIntensity MagneticFlux MagneticFluxDensity MagneticVectorPotential Mass
  MassConcentration MassFlowRate MassPerAreaTime MemoryCapacity MolalityOfSolute MolarEnergy MolarMass MolarVolume Power Pressure
  RadiantFlux RadiantIntensity RelativeHumidity Resistance Resistivity SolidAngle SpecificVolume Speed SurfaceDensity SurfaceTension
  Temperature Time Torque Voltage Volume VolumeFlowRate VolumeFraction VolumetricFlux Wavenumber`.split(/\s+/),
);
const alerts = new Set(['ALARM_CONDITION', 'ERROR_CONDITION']);
const webVocabulary = 'https://gs1.org/voc/';
const ownWebVocabulary = /^(?:gs1:|https?:\/\/(?:www\.)?gs1\.org\/voc\/)([A-Za-z_]+)$/;

/** Dispositions of CBV 1.0, which later versions replaced (CBV 1.2, section 7.2.3). */
const replaced: Readonly<Record<string, string>> = {
  non_sellable_expired: 'expired',
  non_sellable_damaged: 'damaged',
  non_sellable_disposed: 'disposed',
  non_sellable_no_pedigree_match: 'no_pedigree_match',
  non_sellable_recalled: 'recalled',
};

/** The bare word of a value in any notation of CBV; undefined if it is none of this vocabulary. */
export function bareWord(value: string, name: VocabularyName): string | undefined {
  if (name === 'measurement' || name === 'alert') {
    const word = ownWebVocabulary.exec(value)?.[1] ?? value;
    return (name === 'measurement' ? measurements : alerts).has(word) ? word : undefined;
  }
  const { words, urn, web, curie } = vocabularies[name];
  const draft = web.replace('//ref.gs1.org/', '//ns.gs1.org/');
  const prefix = [urn, web, curie, draft].find((one) => value.startsWith(one)) ?? '';
  const word = value.slice(prefix.length);
  if (words.has(word)) return word;
  return name === 'disposition' && prefix === urn && Object.hasOwn(replaced, word) ? replaced[word] : undefined;
}

/** Whether a value is a URI of GS1's own, and so must be a word of GS1. */
export const isOfCbv = (value: string): boolean =>
  /^(urn:epcglobal:cbv:(bizstep|disp|btt|sdt|er|comp):|cbv:|https?:\/\/(ref\.gs1\.org|ns\.gs1\.org)\/cbv\/)/.test(
    value,
  );

/** How the words of CBV are written in XML (header GS1-CBV-XML-Format). */
export type WordFormat = 'urn' | 'web-uri' | 'as-it-came';

/** A value as XML has it: a word as a URI, anything else as it is. */
export function wordUri(value: string, name: VocabularyName, format: WordFormat): string {
  const word = bareWord(value, name);
  if (word === undefined || (format === 'as-it-came' && value !== word)) return value;
  if (name === 'measurement' || name === 'alert') return `gs1:${word}`;
  return `${vocabularies[name][format === 'web-uri' ? 'web' : 'urn']}${word}`;
}

/** A value as JSON has it: a word of CBV bare. What GS1's web vocabulary has beyond that is written with its prefix. */
export function wordOrUri(value: string, name: VocabularyName): string {
  const word = bareWord(value, name);
  if (word !== undefined) return word;
  const own = name === 'measurement' || name === 'alert' ? ownWebVocabulary.exec(value)?.[1] : undefined;
  return own === undefined ? value : `gs1:${own}`;
}

/** The web URI that a value is the same as, for comparing it (CBV 2.0, section 8.9). */
export function canonicalWord(value: string, name: VocabularyName): string {
  const word = bareWord(value, name);
  if (name === 'measurement' || name === 'alert') {
    const own = word ?? ownWebVocabulary.exec(value)?.[1];
    return own === undefined ? value : `${webVocabulary}${own}`;
  }
  return word === undefined ? value : `${vocabularies[name].web}${word}`;
}
