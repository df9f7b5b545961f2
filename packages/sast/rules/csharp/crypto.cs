using System.Security.Cryptography;
using System.Text;

namespace Shop;

public class Crypto {
  private readonly Random random = new Random();
  const string Secret = "not a real key, but long enough.";

  void Hashes(byte[] data) {
    // ruleid: csharp-weak-hash
    var a = MD5.Create();
    // ruleid: csharp-weak-hash
    var b = SHA1.HashData(data);
    // ruleid: csharp-weak-hash
    var c = System.Security.Cryptography.MD5.Create();
    // ok: csharp-weak-hash
    var d = SHA256.HashData(data);
    // ruleid: csharp-weak-hash
    var e = HashAlgorithm.Create("MD5");
    // ok: csharp-weak-hash
    var f = HashAlgorithm.Create("SHA256");
  }

  void Ciphers(byte[] key) {
    // ruleid: csharp-weak-cipher
    var a = DES.Create();
    // ruleid: csharp-weak-cipher
    var b = new TripleDESCryptoServiceProvider();
    // ok: csharp-weak-cipher
    var c = Aes.Create();
    // ruleid: csharp-ecb-mode
    c.Mode = CipherMode.ECB;
    // ok: csharp-ecb-mode
    c.Mode = CipherMode.CBC;
    // ruleid: csharp-hardcoded-encryption-key
    c.Key = Encoding.UTF8.GetBytes("not a real key..");
    // ruleid: csharp-hardcoded-encryption-key
    c.IV = new byte[16];
    // ok: csharp-hardcoded-encryption-key
    c.Key = key;
    // ruleid: csharp-hardcoded-encryption-key
    var d = new SymmetricSecurityKey(Encoding.UTF8.GetBytes(Secret));
    // ok: csharp-hardcoded-encryption-key
    var e = new SymmetricSecurityKey(Encoding.UTF8.GetBytes(settings["Key"]));
  }

  void Keys(byte[] data) {
    // ruleid: csharp-short-rsa-key
    var a = RSA.Create(1024);
    // ok: csharp-short-rsa-key
    var b = RSA.Create(3072);
    // ruleid: csharp-rsa-pkcs1-padding
    b.Encrypt(data, RSAEncryptionPadding.Pkcs1);
    // ok: csharp-rsa-pkcs1-padding
    b.Encrypt(data, RSAEncryptionPadding.OaepSHA256);
  }

  void Passwords(string password, byte[] salt) {
    // ruleid: csharp-weak-password-hash-iterations
    var a = new Rfc2898DeriveBytes(password, salt);
    // ruleid: csharp-weak-password-hash-iterations
    var b = new Rfc2898DeriveBytes(password, salt, 1000);
    // ok: csharp-weak-password-hash-iterations
    var c = Rfc2898DeriveBytes.Pbkdf2(password, salt, 600000, HashAlgorithmName.SHA256, 32);
  }

  string NewToken() {
    // ruleid: csharp-weak-random
    return random.Next().ToString();
  }

  int Roll() {
    // ok: csharp-weak-random
    return random.Next(6);
  }

  void Reset() {
    // ruleid: csharp-weak-random
    var password = new Random().Next(100000, 999999).ToString();
    // ok: csharp-weak-random
    var token = RandomNumberGenerator.GetBytes(32);
  }

  bool Check(string signature, string given, byte[] expectedHash, byte[] hash) {
    // ruleid: csharp-timing-attack
    if (signature == given) return true;
    // ok: csharp-timing-attack
    if (signature == null) return false;
    // ruleid: csharp-timing-attack
    if (expectedHash.SequenceEqual(hash)) return true;
    // ok: csharp-timing-attack
    return CryptographicOperations.FixedTimeEquals(expectedHash, hash);
  }
}
