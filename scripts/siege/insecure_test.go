package siege

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"
	gocache "github.com/patrickmn/go-cache"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/net/netutil"
)

// serveInsecure is a gateway with the defaults of gin, resty, go-cache and gobreaker (docs/threat-model.md, Insecure defaults). Every attack
// must succeed on it: one that fails here proves nothing.
func serveInsecure() error {
	gin.SetMode(gin.ReleaseMode)
	upstream := os.Getenv("TABLEFRONT_UPSTREAM")
	client := resty.New().SetRetryCount(3).SetRetryWaitTime(time.Millisecond).SetRetryMaxWaitTime(2 * time.Millisecond)
	cached := gocache.New(5*time.Minute, time.Minute)
	circuit := gobreaker.NewCircuitBreaker[*resty.Response](gobreaker.Settings{})
	_, _ = client.R().Get(upstream + "/api/settings") // sets the XSRF cookie
	engine := gin.New()
	engine.GET("/healthz", func(c *gin.Context) { c.Status(http.StatusOK) })
	engine.GET("/", func(c *gin.Context) { c.Status(http.StatusOK) })
	engine.Any("/api/*path", func(c *gin.Context) {
		base := upstream
		for _, chosen := range []string{c.GetHeader("X-Branch"), c.Query("branch")} {
			if chosen != "" {
				base = chosen
			}
		}
		public := c.Request.Method == http.MethodGet && !strings.HasPrefix(c.Param("path"), "/me")
		key := base + c.Request.URL.RequestURI()
		if body, ok := cached.Get(key); public && ok {
			c.JSON(http.StatusOK, body)
			return
		}
		fmt.Println(c.Request.Method, c.Request.URL, c.Request.Header) // logs everything, credentials included
		answer, err := circuit.Execute(func() (*resty.Response, error) {
			r := client.R().SetContext(c.Request.Context()).SetHeader("Lang", c.GetHeader("Lang")).SetHeader("Authorization", c.GetHeader("Authorization")).
				SetHeader("Cookie", c.GetHeader("Cookie")).SetHeader("Idempotency-Key", c.GetHeader("Idempotency-Key"))
			if c.Request.Method != http.MethodGet {
				if at, err := url.Parse(base); err == nil {
					for _, cookie := range client.GetClient().Jar.Cookies(at) {
						if cookie.Name == "XSRF-TOKEN" {
							r.SetHeader("X-XSRF-TOKEN", cookie.Value)
						}
					}
				}
				body, err := io.ReadAll(c.Request.Body)
				if err != nil {
					return nil, err
				}
				fmt.Println(string(body))
				r.SetHeader("Content-Type", "application/json").SetBody(body)
			}
			answer, err := r.Execute(c.Request.Method, base+c.Request.URL.RequestURI())
			if err == nil && answer.StatusCode() >= http.StatusInternalServerError {
				err = errors.New(answer.String())
			}
			return answer, err
		})
		if err != nil {
			c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
			return
		}
		for _, cookie := range answer.Cookies() {
			http.SetCookie(c.Writer, cookie)
		}
		var body any
		if err := json.Unmarshal(answer.Body(), &body); err != nil {
			c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
			return
		}
		if object, ok := body.(map[string]any); ok && object["meta"] == nil && object["data"] != nil {
			body = object["data"]
		}
		if public && answer.IsSuccess() {
			cached.SetDefault(key, body)
		}
		c.JSON(answer.StatusCode(), body)
	})
	var config net.ListenConfig
	l, err := config.Listen(context.Background(), "tcp", os.Getenv("TABLEFRONT_ADDR"))
	if err != nil {
		return err
	}
	return http.Serve(netutil.LimitListener(l, 256), engine) // deliberately without timeouts
}
