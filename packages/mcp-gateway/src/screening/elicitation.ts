import { makeViews } from '@gatehouse/guards'
import type { Fields } from '@gatehouse/mcp'
import { isFields } from './envelope.ts'

/** Words for secrets that a form must not request: the response goes to the server, and the model may read it. */
const SECRETS =
  /\b(?:pass ?(?:word|phrase|code)s?|pwd|pin (?:code|number)|secrets?|(?:api|access|private|secret|signing|encryption|ssh|license) ?keys?|(?:access|auth|authentication|bearer|refresh|session|api|security|otp|id) ?tokens?|tokens?|credentials?|one ?time (?:code|password|pin)s?|otp|mfa code|2fa code|verification code|(?:seed|recovery|mnemonic) ?(?:phrase|words?|codes?)|(?:credit|debit|bank|payment) ?card(?: number)?|card ?number|cvv|cvc|cvv2|iban|social security(?: number)?|ssn|id (?:rsa|dsa|ecdsa|ed25519))\b/u

/** The same in other languages: words in Latin, Greek and Cyrillic script, and parts of Chinese words. */
const SECRETS_ABROAD =
  /(?<!\p{L})(?:passw[oö]rt(?:er)?|kennw[oö]rt(?:er)?|passphrase|geheimzahl|geheimnummer|zugangsdaten|zugangscode|kreditkarten?(?:nummer)?|kartennummer|prüfnummer|api schlüssel|privater schlüssel|sicherheitscode|einmalcode|wiederherstellungs(?:phrase|code)|contraseñas?|clave (?:secreta|privada|api|de acceso)|claves? de api|palabra clave|credenciales|tarjeta de crédito|número de (?:la )?tarjeta|código de (?:seguridad|verificación|acceso)|frase semilla|mots? de passe|mdp|clés? (?:secrète|privée|api|d'api|d'accès)|code secret|code de (?:vérification|sécurité|confirmation)|identifiants|carte (?:de crédit|bancaire)|numéro de (?:la )?carte|senhas?|palavra passe|chave (?:secreta|privada|de api|api|de acesso)|cartão de crédito|número do cartão|código de (?:segurança|verificação)|credenciais|parola d'ordine|parola segreta|chiave (?:segreta|privata|api)|credenziali|carta di credito|numero (?:della|di) carta|codice (?:segreto|di sicurezza|di verifica)|wachtwoord(?:en)?|pincode|geheime sleutel|creditcard(?:nummer)?|hasł[oa]|klucz (?:prywatny|api)|numer karty|kod weryfikacyjny|lösenord|adgangskode|passord|salasana|heslo|şifre|parola|jelszó|пароль|пароля|пароли|секретн\p{L}* ключ\p{L}*|закрыт\p{L}* ключ\p{L}*|номер карты|код подтверждения|кодовое слово|κωδικ[όο]ς? πρόσβασης|συνθηματικό)(?!\p{L})|密码|密碼|口令|密钥|密鑰|私钥|验证码|驗證碼|信用卡|助记词|パスワード|暗証番号|秘密鍵|認証コード|クレジットカード|비밀번호|암호|인증번호|카드 ?번호|كلمة (?:المرور|السر)|סיסמה|पासवर्ड|รหัสผ่าน|mật khẩu/u

/** Maximum number of texts of one request. */
const TEXTS_MAX = 2_000
const CHARS_MAX = 65_536

/**
 * Detects a secret requested in a server's message or in the names and descriptions of its form fields. The specification forbids
 * requests for secrets in forms.
 * @returns the matched words, or a generic label if the form is too large to read in full
 */
export function requestedSecret(params: Fields): string | undefined {
  const texts: string[] = []
  let left = CHARS_MAX
  let isWhole = true
  const take = (text: string): void => {
    if (text.length > left || texts.length >= TEXTS_MAX) isWhole = false
    if (!isWhole) return
    texts.push(text)
    left -= text.length
  }
  if (typeof params['message'] === 'string' && asks(params['message'])) take(params['message'])
  const takeSaid = (described: Fields): void => {
    for (const field of ['title', 'description', 'format']) {
      const text = described[field]
      if (typeof text === 'string') take(text)
    }
  }
  const schema = isFields(params['requestedSchema']) ? params['requestedSchema'] : {}
  takeSaid(schema)
  for (const [name, property] of Object.entries(isFields(schema['properties']) ? schema['properties'] : {})) {
    take(name)
    if (isFields(property)) takeSaid(property)
  }
  for (const text of texts) {
    for (const words of readingsOf(text)) {
      const found = SECRETS.exec(words) ?? SECRETS_ABROAD.exec(words)
      if (found !== null) return found[0]
    }
  }
  return isWhole ? undefined : 'more content than can be read'
}

/** A message may mention a password. Only an instruction to provide it counts. */
const ASKS =
  /\b(?:enter|type|provide|give|send|share|supply|paste|submit|confirm|what is|what's|tell|need|require|input|fill)\b/u

const ASKS_ABROAD =
  /(?<!\p{L})(?:bitte|eingeben|geben sie|gib|nenne|nennen sie|ingrese|ingresa|introduzca|introduce|escriba|escribe|necesito|proporcione|entrez|entrer|saisissez|saisir|indiquez|donnez|veuillez|digite|informe|insira|introduza|inserisci|inserire|inserisca|digita|fornisci|voer|vul|geef|podaj|wpisz|wprowadź|ange|skriv|indtast|syötä|zadejte|girin|введите|укажите|сообщите|εισαγάγετε)(?!\p{L})|输入|輸入|提供|入力|입력|أدخل|הזן|दर्ज|กรอก|nhập/u

function asks(message: string): boolean {
  return readingsOf(message).some((words) => ASKS.test(words) || ASKS_ABROAD.test(words))
}

/** Returns the words of a text unchanged, and with lookalike and separated letters normalized. */
function readingsOf(text: string): readonly string[] {
  const views = makeViews(text).views(['normal', 'plain'])
  return [...new Set([text, ...views.map((view) => view.text)])].map(spelled)
}

/** Splits a name: `apiKey`, `API_KEY` and `api-key` consist of the same words. */
function spelled(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
}

/** Returns why a page must not be opened for a user: it is invalid, or not encrypted. */
export function pageProblem(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > PAGE_CHARS_MAX) return 'It does not specify a page.'
  const parsed = URL.parse(url)
  if (parsed === null) return 'It does not specify a page.'
  if (parsed.username !== '' || parsed.password !== '') return 'The URL of the page contains credentials.'
  const isLocal = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(parsed.hostname)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLocal)
    ? undefined
    : 'The page URL does not use https.'
}

const PAGE_CHARS_MAX = 8_192
