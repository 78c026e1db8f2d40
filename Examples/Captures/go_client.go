// gregjones/httpcache with its diskcache (Debian: golang-github-gregjones-httpcache-dev).
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/gregjones/httpcache"
	"github.com/gregjones/httpcache/diskcache"
)

type command struct {
	N           int
	Method, URL string
	Headers     [][]string
}

var client *http.Client
var mutex sync.Mutex

func ask(line command) map[string]any {
	var body io.Reader
	if line.Method == "POST" || line.Method == "PUT" || line.Method == "PATCH" {
		body = strings.NewReader("x")
	}
	request, err := http.NewRequest(line.Method, line.URL, body)
	if err != nil {
		return map[string]any{"n": line.N, "error": err.Error()}
	}
	for _, header := range line.Headers {
		request.Header.Add(header[0], header[1])
	}
	response, err := client.Do(request)
	if err != nil {
		return map[string]any{"n": line.N, "error": err.Error()}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return map[string]any{"n": line.N, "error": err.Error()}
	}
	serial := 0
	fmt.Sscanf(string(content), "serial %d", &serial)
	return map[string]any{"n": line.N, "status": response.StatusCode, "serial": serial}
}

func main() {
	client = httpcache.NewTransport(diskcache.New(os.Args[1])).Client()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var line command
		json.Unmarshal(lines.Bytes(), &line)
		go func() {
			reply, _ := json.Marshal(ask(line))
			mutex.Lock()
			defer mutex.Unlock()
			fmt.Println(string(reply))
		}()
	}
}
