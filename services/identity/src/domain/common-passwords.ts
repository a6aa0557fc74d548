/** The most common passwords of six characters and more in published breaches, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 654321 123123 123123123 123321 123654
  112233 121212 131313 159753 159357 147258 147258369 111111 1111111 11111111 000000 00000000 222222 333333 444444
  555555 666666 696969 777777 7777777 888888 88888888 999999 102030 101010 abc123 abcd1234 abcdef a123456 aa123456
  123abc 1a2b3c 123qwe qwe123 qwe123456 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx qazwsx qazwsxedc zaq12wsx
  qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwert12345 azerty asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm
  password password1 password12 password! passw0rd p@ssw0rd p@ssword pass123 pass1234 letmein welcome welcome1 login1
  admin1 admin123 administrator changeme default secret iloveyou iloveu lovely monkey dragon master shadow sunshine
  princess football baseball basketball soccer hockey superman batman starwars pokemon minecraft naruto samsung google
  computer internet michael jordan jordan23 jennifer jessica michelle daniel charlie thomas andrew joshua matthew ashley
  nicole hunter killer trustno1 freedom whatever mustang ranger buster tigger pepper ginger cookie summer flower
  purple orange yellow silver hello1 testtest qwaszx aaaaaa abcabc asdasd 1234qwer q1w2e3
  india123 krishna bismillah indonesia sayang bangladesh contraseña tequiero mexico realmadrid barcelona`
    .split(/\s+/)
    .filter(Boolean),
);
