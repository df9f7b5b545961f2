package upstream

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
	"time"
)

func Client(caFile string) (*http.Client, error) {
	pool := x509.NewCertPool()
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return nil, err
	}
	pool.AppendCertsFromPEM(pem)
	config := &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	config.InsecureSkipVerify = false
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config}, Timeout: 10 * time.Second}, nil
}
