package com.example.otp;

import java.security.SecureRandom;
import java.util.Random;
import org.springframework.stereotype.Service;

@Service
public class OneTimeCodes {
    private final Random random = new SecureRandom();
    private final Random dice = new Random();

    public String nextLoginCode() {
        return String.format("%08d", random.nextInt(100_000_000));
    }

    public int pauseMillis() {
        return 100 + dice.nextInt(400);
    }
}
