import java.security.*
import javax.crypto.*
import javax.crypto.spec.*
//// weak
fun hash(password: String): ByteArray = MessageDigest.getInstance("MD5").digest(password.toByteArray())
//// safe
fun hash(data: String): ByteArray = MessageDigest.getInstance("SHA-256").digest(data.toByteArray())
//// weak
fun encrypt(key: SecretKey, data: ByteArray): ByteArray {
    val cipher = Cipher.getInstance("DESede/CBC/PKCS5Padding")
    cipher.init(Cipher.ENCRYPT_MODE, key)
    return cipher.doFinal(data)
}
//// safe
fun encrypt(key: SecretKey, nonce: ByteArray, data: ByteArray): ByteArray {
    val cipher = Cipher.getInstance("AES/GCM/NoPadding")
    cipher.init(Cipher.ENCRYPT_MODE, key, GCMParameterSpec(128, nonce))
    return cipher.doFinal(data)
}
//// weak
fun seal(key: ByteArray, data: ByteArray): ByteArray =
    Cipher.getInstance("AES").apply { init(Cipher.ENCRYPT_MODE, SecretKeySpec(key, "AES")) }.doFinal(data)
//// safe
fun seal(key: ByteArray, data: ByteArray): ByteArray =
    Mac.getInstance("HmacSHA256").apply { init(SecretKeySpec(key, "HmacSHA256")) }.doFinal(data)
//// weak
fun pair(): KeyPair = KeyPairGenerator.getInstance("RSA").apply { initialize(1024) }.generateKeyPair()
//// safe
fun pair(): KeyPair = KeyPairGenerator.getInstance("RSA").apply { initialize(3072) }.generateKeyPair()
