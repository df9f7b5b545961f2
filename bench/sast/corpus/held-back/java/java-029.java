package org.example.licence;

import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.HexFormat;

public class LicenceSigner {
    private final String algorithm;
    private final PrivateKey key;

    public LicenceSigner(PrivateKey key) {
        this.key = key;
        this.algorithm = "SHA256withRSA";
    }

    public String sign(String licence) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(licence.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(signature.sign());
    }
}
