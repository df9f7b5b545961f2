package shop
import java.util.zip.ZipInputStream

class Keys {
  fun make(config: Config, random: SecureRandom, password: CharArray) {
    // ruleid: kotlin-hardcoded-iv
    IvParameterSpec("0123456789abcdef".toByteArray())
    val iv = ByteArray(16)
    random.nextBytes(iv)
    // ok: kotlin-hardcoded-iv
    IvParameterSpec(iv)
    val still = byteArrayOf(1, 2, 3)
    // ruleid: kotlin-hardcoded-iv
    GCMParameterSpec(128, still)
    // ruleid: kotlin-hardcoded-encryption-key
    SecretKeySpec("not-a-real-key-1".toByteArray(), "AES")
    // ok: kotlin-hardcoded-encryption-key
    SecretKeySpec(config.getString("key").toByteArray(), "AES")
    // ruleid: kotlin-hardcoded-encryption-key
    Algorithm.HMAC256("not-a-real-key")
    // ok: kotlin-hardcoded-encryption-key
    Algorithm.HMAC256(System.getenv("KEY"))
    // ruleid: kotlin-weak-password-hash-iterations
    PBEKeySpec(password, iv, 1000, 256)
    // ok: kotlin-weak-password-hash-iterations
    PBEKeySpec(password, iv, 600000, 256)
    // ruleid: kotlin-rsa-without-oaep
    Cipher.getInstance("RSA/ECB/PKCS1Padding")
    // ok: kotlin-rsa-without-oaep
    Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding")
    // ruleid: kotlin-jwt-not-verified
    JWT.decode(token)
    // ruleid: kotlin-hardcoded-password
    Database.connect("jdbc:postgresql://db/shop", user = "shop", password = "not-a-real-one")
    // ok: kotlin-hardcoded-password
    Database.connect("jdbc:postgresql://db/shop", user = "shop", password = System.getenv("P"))
    // ruleid: kotlin-outdated-tls
    SSLContext.getInstance("TLSv1")
    // ok: kotlin-outdated-tls
    SSLContext.getInstance("TLSv1.3")
    // ruleid: kotlin-insecure-cookie
    cookie.httpOnly = false
    // ok: kotlin-insecure-cookie
    cookie.httpOnly = true
  }
}
