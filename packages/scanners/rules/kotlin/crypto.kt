package shop
import java.util.zip.ZipInputStream

class Keys {
  fun make(config: Config, random: SecureRandom, password: CharArray) {
    // ruleid: kotlin-fixed-iv
    IvParameterSpec("0123456789abcdef".toByteArray())
    val iv = ByteArray(16)
    random.nextBytes(iv)
    // ok: kotlin-fixed-iv
    IvParameterSpec(iv)
    val still = byteArrayOf(1, 2, 3)
    // ruleid: kotlin-fixed-iv
    GCMParameterSpec(128, still)
    // ruleid: kotlin-fixed-key
    SecretKeySpec("not-a-real-key-1".toByteArray(), "AES")
    // ok: kotlin-fixed-key
    SecretKeySpec(config.getString("key").toByteArray(), "AES")
    // ruleid: kotlin-fixed-key
    Algorithm.HMAC256("not-a-real-key")
    // ok: kotlin-fixed-key
    Algorithm.HMAC256(System.getenv("KEY"))
    // ruleid: kotlin-few-rounds
    PBEKeySpec(password, iv, 1000, 256)
    // ok: kotlin-few-rounds
    PBEKeySpec(password, iv, 600000, 256)
    // ruleid: kotlin-rsa-without-oaep
    Cipher.getInstance("RSA/ECB/PKCS1Padding")
    // ok: kotlin-rsa-without-oaep
    Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding")
    // ruleid: kotlin-jwt-not-verified
    JWT.decode(token)
    // ruleid: kotlin-password-in-code
    Database.connect("jdbc:postgresql://db/shop", user = "shop", password = "not-a-real-one")
    // ok: kotlin-password-in-code
    Database.connect("jdbc:postgresql://db/shop", user = "shop", password = System.getenv("P"))
    // ruleid: kotlin-old-tls
    SSLContext.getInstance("TLSv1")
    // ok: kotlin-old-tls
    SSLContext.getInstance("TLSv1.3")
    // ruleid: kotlin-cookie-without-flags
    cookie.httpOnly = false
    // ok: kotlin-cookie-without-flags
    cookie.httpOnly = true
  }
}
