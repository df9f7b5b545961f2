package org.example.meter;

import java.security.*;
import java.security.cert.X509Certificate;
import javax.net.ssl.*;

public class MeterConnections {
    public SSLContext context(KeyStore trusted) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        X509TrustManager inner = (X509TrustManager) factory.getTrustManagers()[0];
        X509TrustManager logging = new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {
                System.out.println("Server: " + chain[0].getSubjectX500Principal());
            }

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return inner.getAcceptedIssuers();
            }
        };
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {logging}, new SecureRandom());
        return context;
    }
}
