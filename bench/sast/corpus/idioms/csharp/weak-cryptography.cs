using System.Security.Cryptography;
using System.Text;

public static class Crypto {
//// weak
    public static byte[] Hash(string password) {
        using var md5 = MD5.Create();
        return md5.ComputeHash(Encoding.UTF8.GetBytes(password));
    }
//// safe
    public static byte[] Hash(string password, byte[] salt) {
        return Rfc2898DeriveBytes.Pbkdf2(password, salt, 600000, HashAlgorithmName.SHA256, 32);
    }
//// weak
    public static byte[] Token(byte[] data) => SHA1.HashData(data);
//// safe
    public static byte[] Token(byte[] data) => SHA256.HashData(data);
//// weak
    public static ICryptoTransform Encryptor(byte[] key, byte[] iv) {
        var des = new DESCryptoServiceProvider();
        return des.CreateEncryptor(key, iv);
    }
//// safe
    public static byte[] Encrypt(byte[] key, byte[] nonce, byte[] data, byte[] tag) {
        using var aes = new AesGcm(key, 16);
        var output = new byte[data.Length];
        aes.Encrypt(nonce, data, output, tag);
        return output;
    }
//// weak
    public static ICryptoTransform Seal(byte[] key) {
        var aes = Aes.Create();
        aes.Mode = CipherMode.ECB;
        aes.Key = key;
        return aes.CreateEncryptor();
    }
//// safe
    public static byte[] Seal(byte[] key, byte[] data) {
        using var mac = new HMACSHA256(key);
        return mac.ComputeHash(data);
    }
//// end
}
