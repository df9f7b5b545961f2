package org.example.gate;

import com.auth0.jwt.JWT;
import com.auth0.jwt.JWTVerifier;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.interfaces.DecodedJWT;
import io.javalin.http.Context;
import io.javalin.http.UnauthorizedResponse;
import java.security.interfaces.RSAPublicKey;

public class Gate {
    private final JWTVerifier verifier;

    public Gate(RSAPublicKey key) {
        this.verifier = JWT.require(Algorithm.RSA256(key, null)).withIssuer("https://id.example.org").build();
    }

    public void before(Context ctx) {
        String header = ctx.header("Authorization");
        if (header == null || !header.startsWith("Bearer ")) throw new UnauthorizedResponse();
        DecodedJWT token = verifier.verify(header.substring(7));
        ctx.attribute("user", token.getSubject());
    }
}
