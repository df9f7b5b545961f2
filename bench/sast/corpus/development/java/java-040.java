package com.example.crypto;

import java.nio.charset.StandardCharsets;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

@Component
public class KeyHolder {
    @Value("${vault.master}")
    private String master;

    public SecretKeySpec key() {
        return new SecretKeySpec(master.getBytes(StandardCharsets.UTF_8), "AES");
    }

    public String label() {
        return "master key of the vault";
    }
}
