package com.example.crypto;

import java.nio.charset.StandardCharsets;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

@Component
public class KeyHolder {
    private static final String MASTER = "not-a-real-key-0";

    public SecretKeySpec key() {
        return new SecretKeySpec(MASTER.getBytes(StandardCharsets.UTF_8), "AES");
    }

    public String label() {
        return "master key of the vault";
    }
}
