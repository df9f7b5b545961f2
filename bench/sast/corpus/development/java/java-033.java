package com.example.vault;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

public final class NoteVault {
    private static final String TRANSFORMATION = "AES/ECB/PKCS5Padding";
    private final SecretKey key;

    public NoteVault(SecretKey key) {
        this.key = key;
    }

    public byte[] seal(byte[] note, byte[] nonce) throws GeneralSecurityException {
        new SecureRandom().nextBytes(nonce);
        Cipher cipher = Cipher.getInstance(TRANSFORMATION);
        cipher.init(Cipher.ENCRYPT_MODE, key);
        return cipher.doFinal(note);
    }
}
