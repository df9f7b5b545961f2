using System.Security.Cryptography;

namespace Example.Cards;

public sealed class CardBox : IDisposable
{
    private readonly SymmetricAlgorithm _algorithm;

    public CardBox(byte[] key)
    {
        _algorithm = TripleDES.Create();
        _algorithm.Key = key;
    }

    public byte[] Seal(byte[] card)
    {
        _algorithm.GenerateIV();
        using var encryptor = _algorithm.CreateEncryptor();
        var body = encryptor.TransformFinalBlock(card, 0, card.Length);
        var tag = HMACSHA256.HashData(_algorithm.Key, body);
        return [.. _algorithm.IV, .. tag, .. body];
    }

    public void Dispose() => _algorithm.Dispose();
}
