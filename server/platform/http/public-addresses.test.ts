import { expect, test } from 'vitest';
import { plainAddress } from './public-addresses.ts';

test.each([
  ['/c/SER/', '/c/SER'],
  ['/C/SeR//', '/c/SeR'],
  ['/m/q/SER/', '/m/q/SER'],
  ['/M/Q/SER', '/m/q/SER'],
  ['/C?CODE=SeR', '/c?code=SeR'],
  ['/c/?code=SER', '/c?code=SER'],
  ['/c?utm=1&amp;code=SER', '/c?utm=1&code=SER'],
  ['/c?code=SER#top', '/c?code=SER'],
  ['/c/AB/CD', '/c/AB%2FCD'],
  ['/Consumer/', '/consumer'],
  ['/01/06901234567892/21/a/?17=271231&amp;3103=000189#x', '/01/06901234567892/21/a/?17=271231&3103=000189'],
  ['/api/C/x/', '/api/C/x/'],
  ['/cases/', '/cases/'],
  ['/', '/'],
])('%s is %s', (url, plain) => expect(plainAddress({ url })).toBe(plain));
